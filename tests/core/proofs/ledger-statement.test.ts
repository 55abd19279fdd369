// Ledger statements and balance proofs: true ones verify, changed or incomplete ones do not.
import { describe, expect, it } from 'vitest';
import { hex } from '../../../core/encoding/bytes.ts';
import { levelsOf, neighbourSides, pathOf } from '../../../core/proofs/merkle.ts';
import {
  type CoinSum,
  type GivenLine,
  type OwnBalances,
  type StatementLine,
  type SumNode,
  addSums,
  balancesMessage,
  firstPrevBytes,
  inclusionOf,
  lineBytes,
  sumTree,
  verifyInclusion,
  verifyStatement,
} from '../../../core/proofs/ledger-statement.ts';
import { type Draw, chance } from '../../support/data/random-source.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';

const FIRST = hex(sha256(firstPrevBytes(10_001)));

function ledgerOf(draw: Draw, count: number): GivenLine[] {
  const balances = new Map<string, { available: bigint; frozen: bigint }>();
  const lines: GivenLine[] = [];
  for (let id = 1; id <= count; id += 1) {
    const account = draw.pick(['spot', 'contract'] as const);
    const coinInfoId = 1 + draw.below(3);
    const was = balances.get(`${account}${coinInfoId}`) ?? { available: 0n, frozen: 0n };
    const frozenUnits =
      was.available > 0n && draw.next() < 0.5 ? BigInt(draw.below(Number(was.available))) : -was.frozen;
    const units = BigInt(draw.below(1_000_000_000));
    const now = { available: was.available + units - frozenUnits, frozen: was.frozen + frozenUnits };
    balances.set(`${account}${coinInfoId}`, now);
    const line: StatementLine = {
      id: id * 3,
      ts: 1_700_000_000_000 + id,
      account,
      coinInfoId,
      recordType: draw.pick(['spot_buy', 'recharge']),
      units,
      frozenUnits,
      ...now,
      refNo: `R${id}`,
      remark: draw.pick(['', 'Gutschrift für №5']),
    };
    const prev = lines.at(-1)?.hash ?? FIRST;
    lines.push({ ...line, prev, hash: hex(sha256(lineBytes(Buffer.from(prev, 'hex'), line))) });
  }
  return lines;
}

describe('statement', () => {
  const lines = ledgerOf(chance(1), 60);

  it('verifies from the first record, and a part of it alone', async () => {
    expect(await verifyStatement(lines, FIRST, sha256)).toEqual({ ok: true });
    expect(await verifyStatement(lines.slice(20, 50), null, sha256)).toEqual({ ok: true });
    expect(await verifyStatement([], FIRST, sha256)).toEqual({ ok: true });
  });

  it('is refused at the first changed record', async () => {
    const changes: Partial<GivenLine>[] = [
      { id: 1 },
      { ts: 5 },
      { coinInfoId: 9 },
      { recordType: 'spot_sell' },
      { units: -7n },
      { frozenUnits: 3n },
      { available: 1n },
      { frozen: 4n },
      { refNo: 'R' },
      { remark: 'x' },
      { prev: '00'.repeat(32) },
      { hash: '00'.repeat(32) },
      { prev: 'zz' },
      { hash: 'AB' },
    ];
    for (const change of changes) {
      for (const at of [0, 1, 30, 59]) {
        const bent = lines.map((line, i) => (i === at ? { ...line, ...change } : line));
        expect(await verifyStatement(bent, FIRST, sha256), JSON.stringify(Object.keys(change))).toMatchObject({
          ok: false,
          at,
        });
      }
    }
    const swapped = lines.map((line, i) =>
      i === 7 ? { ...line, account: line.account === 'spot' ? ('contract' as const) : ('spot' as const) } : line,
    );
    expect(await verifyStatement(swapped, FIRST, sha256)).toEqual({ ok: false, at: 7, why: 'hash' });
  });

  it('is refused with a missing, repeated or foreign record', async () => {
    for (let at = 0; at < 59; at += 1)
      expect(await verifyStatement(lines.toSpliced(at, 1), FIRST, sha256)).toMatchObject({
        ok: false,
        at,
        why: 'prev',
      });
    expect(await verifyStatement(lines.toSpliced(3, 0, ...lines.slice(3, 4)), FIRST, sha256)).toMatchObject({
      ok: false,
      at: 4,
    });
    expect(await verifyStatement(lines, hex(sha256(firstPrevBytes(10_002))), sha256)).toEqual({
      ok: false,
      at: 0,
      why: 'prev',
    });
  });

  it('is refused when hashes match but balances do not add up', async () => {
    const [first, second] = ledgerOf(chance(2), 2);
    if (!first || !second) throw new Error('no lines');
    const line: StatementLine = {
      ...second,
      account: first.account,
      coinInfoId: first.coinInfoId,
      available: first.available + 1n,
      frozen: 0n,
      units: 0n,
      frozenUnits: 0n,
    };
    const bent: GivenLine = {
      ...line,
      prev: first.hash,
      hash: hex(sha256(lineBytes(Buffer.from(first.hash, 'hex'), line))),
    };
    expect(await verifyStatement([first, bent], FIRST, sha256)).toEqual({ ok: false, at: 1, why: 'sum' });
    const gift: StatementLine = { ...first, available: first.available + 1n };
    const given: GivenLine = { ...gift, prev: FIRST, hash: hex(sha256(lineBytes(Buffer.from(FIRST, 'hex'), gift))) };
    expect(await verifyStatement([given], FIRST, sha256)).toEqual({ ok: false, at: 0, why: 'sum' });
  });
});

describe('tree shape', () => {
  it('every leaf of every size reaches the root by its neighbours', () => {
    for (let count = 1; count <= 40; count += 1) {
      const levels = levelsOf(
        Array.from({ length: count }, (_, i) => String(i)),
        (left, right) => `(${left} ${right})`,
      );
      for (let index = 0; index < count; index += 1) {
        const path = pathOf(levels, index);
        const sides = neighbourSides(index, count);
        expect(path).toHaveLength(sides.length);
        const root = path.reduce(
          (node, neighbour, level) => (sides[level] === 'left' ? `(${neighbour} ${node})` : `(${node} ${neighbour})`),
          String(index),
        );
        expect(root).toBe(levels.at(-1)?.[0]);
      }
    }
    expect(levelsOf([], () => 0)).toEqual([]);
    for (const [index, count] of [
      [1, 1],
      [-1, 4],
      [0.5, 4],
      [0, 0],
      [0, Infinity],
    ] as const)
      expect(neighbourSides(index, count)).toEqual([]);
  });
});

describe('inclusion', () => {
  const draw = chance(3);
  const leaves: OwnBalances[] = Array.from({ length: 21 }, (_, i) => ({
    uid: 10_000 + i,
    salt: draw.bytes(16),
    sums: [1, 2, 5]
      .filter(() => draw.next() < 0.7)
      .map((coinInfoId) => ({ coinInfoId, units: BigInt(draw.below(1_000_000)) })),
  }));
  const levels = sumTree(leaves, sha256);
  const root = levels.at(-1)?.[0] as SumNode;
  const at = (i: number): OwnBalances => leaves[i] as OwnBalances;

  it('the root has the sums of all users', () => {
    expect(root.sums).toEqual(
      leaves.map(({ sums }) => sums).reduce<readonly CoinSum[]>((all, sums) => addSums(all, sums), []),
    );
  });

  it('every user is included, and none with other balances, index or salt', async () => {
    for (let i = 0; i < leaves.length; i += 1) {
      const proof = inclusionOf(levels, i);
      const own = at(i);
      expect(await verifyInclusion(own, proof, root, sha256)).toBe(true);
      const richer = own.sums.map(({ coinInfoId, units }) => ({ coinInfoId, units: units + 1n }));
      const bent: OwnBalances[] = [
        { ...own, uid: own.uid + 1 },
        { ...own, salt: draw.bytes(16) },
        { ...own, salt: own.salt.subarray(1) },
        { ...own, sums: [...own.sums, { coinInfoId: 9, units: 0n }] },
        ...(richer.length ? [{ ...own, sums: richer }] : []),
      ];
      for (const other of bent) expect(await verifyInclusion(other, proof, root, sha256)).toBe(false);
      expect(await verifyInclusion(own, { ...proof, path: proof.path.slice(1) }, root, sha256)).toBe(false);
      for (const index of [-1, i + 32, 1e9])
        expect(await verifyInclusion(own, { ...proof, index }, root, sha256)).toBe(false);
    }
  });

  it('a changed neighbour or root is refused', async () => {
    const proof = inclusionOf(levels, 4);
    for (let level = 0; level < proof.path.length; level += 1) {
      const less = proof.path.map((node, i) =>
        i === level ? { ...node, sums: node.sums.map((sum) => ({ ...sum, units: sum.units + 1n })) } : node,
      );
      const bent = proof.path.map((node, i) =>
        i === level ? { ...node, hash: node.hash.map((byte, b) => (b === 5 ? byte ^ 1 : byte)) } : node,
      );
      expect(await verifyInclusion(at(4), { ...proof, path: less }, root, sha256)).toBe(false);
      expect(await verifyInclusion(at(4), { ...proof, path: bent }, root, sha256)).toBe(false);
    }
    expect(
      await verifyInclusion(
        at(4),
        proof,
        { ...root, sums: root.sums.map((sum) => ({ ...sum, units: sum.units - 1n })) },
        sha256,
      ),
    ).toBe(false);
    expect(await verifyInclusion(at(4), proof, { ...root, hash: sha256(new Uint8Array(1)) }, sha256)).toBe(false);
  });

  it('negative, repeated or unordered balances are never summed', async () => {
    const proof = inclusionOf(levels, 0);
    for (const sums of [
      [{ coinInfoId: 1, units: -1n }],
      [
        { coinInfoId: 1, units: 1n },
        { coinInfoId: 1, units: 1n },
      ],
      [
        { coinInfoId: 2, units: 1n },
        { coinInfoId: 1, units: 1n },
      ],
    ]) {
      expect(() => sumTree([{ ...at(0), sums }], sha256)).toThrow();
      expect(await verifyInclusion({ ...at(0), sums }, proof, root, sha256)).toBe(false);
      expect(
        await verifyInclusion(
          at(0),
          { ...proof, path: proof.path.map((node, i) => (i === 0 ? { ...node, sums } : node)) },
          root,
          sha256,
        ),
      ).toBe(false);
    }
  });

  it('the signed message contains time, number of leaves and sums', () => {
    const messages = [
      balancesMessage(1, 21, root),
      balancesMessage(2, 21, root),
      balancesMessage(1, 22, root),
      balancesMessage(1, 21, { ...root, sums: [] }),
    ].map(hex);
    expect(new Set(messages).size).toBe(4);
  });
});
