// The four queues of reviews, and their items with pictures.
import type { ReviewItem } from '../../core/endpoints/operator-answers.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { Identity } from '../services/auth/identity.ts';
import type { FundReview, FundReviews } from '../services/funds/fund-reviews.ts';

export const QUEUES = ['kyc', 'reset', 'deposit', 'withdraw'] as const;
export type QueueName = (typeof QUEUES)[number];
/** Items in a list; the queue's length counts all. */
const MAX_LISTED = 100;

export interface ReviewQueues {
  ids(name: QueueName): Promise<number[]>;
  /** Those that can be approved now: a withdrawal of a frozen or locked account waits until it is free again (F8). */
  approvable(name: QueueName): Promise<number[]>;
  /** Oldest first, at most 100, without pictures and the numbers of documents: who looks at these is written down. */
  list(name: QueueName): Promise<ReviewItem[]>;
  /** Throws RejectError 1404 when it is not in the queue. */
  item(name: QueueName, id: number): Promise<ReviewItem>;
  /** What an action approves, by its input; empty for other actions, and for what is not in its queue any more. */
  factsOf(action: string, input: string): Promise<ReviewItem['facts']>;
}

interface QueuedItem {
  id: number;
  isHeld?(): Promise<boolean>;
  facts(): Promise<ReviewItem['facts']>;
}

interface Queue {
  all(): Promise<QueuedItem[]>;
  pictures(id: number): Promise<ReviewItem['pictures']>;
}

/** `funds` null: deposits and withdrawals are off, and their queues are empty. */
export function createReviewQueues(identity: Identity, funds: FundReviews | null, now: () => number): ReviewQueues {
  const queues = queuesOf(identity, funds, now);
  const find = async (name: QueueName, id: number): Promise<QueuedItem | undefined> =>
    (await queues[name].all()).find((waiting) => waiting.id === id);
  return {
    ids: async (name) => (await queues[name].all()).map(({ id }) => id),
    async approvable(name) {
      const items = await queues[name].all();
      const held = await Promise.all(items.map(({ isHeld }) => isHeld?.() ?? false));
      return items.filter((_, at) => !held[at]).map(({ id }) => id);
    },
    async list(name) {
      const items = (await queues[name].all()).slice(0, MAX_LISTED);
      return Promise.all(items.map(async ({ id, facts }) => ({ id, facts: listed(await facts()), pictures: {} })));
    },
    async item(name, id) {
      const item = await find(name, id);
      if (!item) throw new RejectError(CODE.notFound);
      return { id, facts: await item.facts(), pictures: await queues[name].pictures(id) };
    },
    async factsOf(action, input) {
      const name = QUEUES.find((queue) => action === `${queue}.approve`);
      return (name && (await (await find(name, (JSON.parse(input) as { id: number }).id))?.facts())) ?? {};
    },
  };
}

function queuesOf(identity: Identity, funds: FundReviews | null, now: () => number): Record<QueueName, Queue> {
  return {
    kyc: {
      all: async () => (await identity.kycQueue()).map((id) => ({ id, facts: () => kycFacts(identity, id) })),
      pictures: (uid) => kycPictures(identity, uid),
    },
    reset: {
      all: async () =>
        (await identity.resetQueue()).map((id) => ({
          id,
          facts: async () => ({ email: (await identity.user(id)).email, submitTime: await identity.resetTimeOf(id) }),
        })),
      pictures: async (uid) => presentPictures({ imgSelf: await identity.resetPicture(uid) }),
    },
    deposit: {
      all: async () => ((await funds?.depositQueue()) ?? []).map(fundItem),
      pictures: async (id) => presentPictures({ img: (await funds?.depositPicture(id)) ?? null }),
    },
    withdraw: {
      all: async () =>
        ((await funds?.withdrawQueue()) ?? []).map((review) => ({
          ...fundItem(review),
          isHeld: async () => {
            const { active, withdrawLockUntil } = await identity.user(review.uid);
            return !active || withdrawLockUntil > now();
          },
        })),
      pictures: async () => ({}),
    },
  };
}

function listed(facts: ReviewItem['facts']): ReviewItem['facts'] {
  const { certNo: _, ...shown } = facts;
  return shown;
}

async function kycFacts(identity: Identity, uid: number): Promise<ReviewItem['facts']> {
  const [user, kyc] = await Promise.all([identity.user(uid), identity.kycOf(uid)]);
  const { country = '', certType = '', fullName = '', certNo = '' } = kyc?.form ?? {};
  return { email: user.email, country, certType, fullName, certNo, submitTime: kyc?.submitTime ?? 0 };
}

async function kycPictures(identity: Identity, uid: number): Promise<ReviewItem['pictures']> {
  return presentPictures({
    imgFront: await identity.kycPicture(uid, 'imgFront'),
    imgBack: await identity.kycPicture(uid, 'imgBack'),
  });
}

function fundItem({ id, ...facts }: FundReview): QueuedItem {
  return { id, facts: async () => ({ ...facts }) };
}

function presentPictures(pictures: Record<string, string | null>): ReviewItem['pictures'] {
  return Object.fromEntries(Object.entries(pictures).filter((entry): entry is [string, string] => entry[1] !== null));
}
