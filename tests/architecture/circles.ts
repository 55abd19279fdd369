// Import circles, types included: between files everywhere, between folders in the server.
import type { Import } from './sources.ts';

type Graph = Map<string, Set<string>>;

function graphOf(edges: readonly (readonly [string, string])[]): Graph {
  const graph: Graph = new Map();
  for (const [from, to] of edges) {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

/** Strongly connected components of more than one node (Tarjan 1972), each sorted. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node)!) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) circles.push(members.toSorted());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

/** `server/feed`, `server/services/auth`; null for what lies directly in `server` and outside it. */
function serverFolder(path: string): string | null {
  return /^server\/(?:services\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

export function circleFaults(imports: readonly Import[]): string[] {
  const ours = imports.filter((entry) => entry.ours);
  const files = circlesOf(graphOf(ours.map(({ from, to }) => [from, to])));
  const folders = circlesOf(
    graphOf(
      ours.flatMap((entry) => {
        const from = serverFolder(entry.from);
        const to = serverFolder(entry.to);
        return from && to && from !== to ? [[from, to] as const] : [];
      }),
    ),
  );
  return [
    ...files.map((circle) => `import circle: ${circle.join(', ')}`),
    ...folders.map((circle) => `circle of folders: ${circle.join(', ')}`),
  ];
}
