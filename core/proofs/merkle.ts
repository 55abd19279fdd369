// Hash tree layout: nodes are paired level by level; one without a neighbour moves up unchanged.

/** Side of a leaf's neighbour at each level where it has one, from the bottom. Empty for a leaf outside the tree. */
export function neighbourSides(index: number, count: number): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = [];
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count) return sides;
  let at = index;
  for (let size = count; size > 1; size = Math.ceil(size / 2)) {
    if (at % 2 === 1) sides.push('left');
    else if (at + 1 < size) sides.push('right');
    at = Math.floor(at / 2);
  }
  return sides;
}

/** All levels of a tree, from the leaves to the root; empty without leaves. */
export function levelsOf<Node>(leaves: readonly Node[], pair: (left: Node, right: Node) => Node): Node[][] {
  if (leaves.length === 0) return [];
  const levels: Node[][] = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const above: Node[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i], level[i + 1]];
      if (left !== undefined) above.push(right === undefined ? left : pair(left, right));
    }
    levels.push(above);
  }
  return levels;
}

/** Neighbours of a leaf from the bottom, in the order of `neighbourSides`. */
export function pathOf<Node>(levels: readonly (readonly Node[])[], index: number): Node[] {
  const path: Node[] = [];
  let at = index;
  for (const level of levels) {
    const neighbour = level[at % 2 === 1 ? at - 1 : at + 1];
    if (neighbour !== undefined) path.push(neighbour);
    at = Math.floor(at / 2);
  }
  return path;
}
