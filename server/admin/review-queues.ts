// What waits for a reviewer: the four queues, and each item with its pictures.
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { Identity, Reviews } from '../services/auth/identity.ts';
import type { FundReview, FundReviews } from '../services/funds/fund-reviews.ts';

export const QUEUES = ['kyc', 'reset', 'deposit', 'withdraw'] as const;
export type QueueName = (typeof QUEUES)[number];
/** Items of a queue that are listed; its length counts all. */
const MOST_LISTED = 100;

/** An item as a reviewer sees it: `facts` by name, pictures ("image/jpeg;base64url,...") by name. */
interface Item {
  /** A person's uid in the queues of people, an order's id in those of money. */
  id: number;
  facts: Record<string, string | number>;
  pictures: Record<string, string>;
}

export interface Queues {
  ids(name: QueueName): Promise<number[]>;
  /** Who came first stands first, at most 100, without pictures. */
  list(name: QueueName): Promise<Item[]>;
  /** Throws RejectError 1404 when it does not wait. */
  show(name: QueueName, id: number): Promise<Item>;
}

interface Queue {
  all(): Promise<{ id: number; facts(): Promise<Item['facts']> }[]>;
  pictures(id: number): Promise<Item['pictures']>;
}

/** `funds` null: no money comes in or goes out here, and those queues are empty. */
export function createQueues(identity: Identity & Reviews, funds: FundReviews | null): Queues {
  const queues: Record<QueueName, Queue> = {
    kyc: {
      all: async () => (await identity.kycQueue()).map((id) => ({ id, facts: () => kycFacts(identity, id) })),
      pictures: (uid) => kycPictures(identity, uid),
    },
    reset: {
      all: async () =>
        (await identity.resetQueue()).map((id) => ({
          id,
          facts: async () => ({ email: (await identity.person(id)).email }),
        })),
      pictures: async (uid) => given({ imgSelf: await identity.resetPicture(uid) }),
    },
    deposit: {
      all: async () => ((await funds?.depositQueue()) ?? []).map(fundItem),
      pictures: async (id) => given({ img: (await funds?.depositPicture(id)) ?? null }),
    },
    withdraw: { all: async () => ((await funds?.withdrawQueue()) ?? []).map(fundItem), pictures: async () => ({}) },
  };
  return {
    ids: async (name) => (await queues[name].all()).map(({ id }) => id),
    async list(name) {
      const items = (await queues[name].all()).slice(0, MOST_LISTED);
      return Promise.all(items.map(async ({ id, facts }) => ({ id, facts: await facts(), pictures: {} })));
    },
    async show(name, id) {
      const item = (await queues[name].all()).find((waiting) => waiting.id === id);
      if (!item) throw new RejectError(CODE.notFound);
      return { id, facts: await item.facts(), pictures: await queues[name].pictures(id) };
    },
  };
}

async function kycFacts(identity: Reviews, uid: number): Promise<Item['facts']> {
  const [user, kyc] = await Promise.all([identity.person(uid), identity.kycOf(uid)]);
  const { country = '', certType = '', fullName = '', certNo = '' } = kyc?.form ?? {};
  return { email: user.email, country, certType, fullName, certNo, submitTime: kyc?.submitTime ?? 0 };
}

async function kycPictures(identity: Reviews, uid: number): Promise<Item['pictures']> {
  return given({
    imgFront: await identity.kycPicture(uid, 'imgFront'),
    imgBack: await identity.kycPicture(uid, 'imgBack'),
  });
}

function fundItem({ id, ...facts }: FundReview): { id: number; facts(): Promise<Item['facts']> } {
  return { id, facts: async () => ({ ...facts }) };
}

function given(pictures: Record<string, string | null>): Item['pictures'] {
  return Object.fromEntries(Object.entries(pictures).filter((entry): entry is [string, string] => entry[1] !== null));
}
