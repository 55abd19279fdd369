// The calls of what there is to read: a person's notices, and what the house tells everybody.
import { ALL_CHANNELS } from '../../../core/endpoints/alert.ts';
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import {
  type Article,
  FIRST_ANNOUNCEMENT_ID,
  articlesIn,
  htmlOf,
  paragraphsOf,
} from '../../services/notifications/articles.ts';
import type { Notice } from '../../services/notifications/notices.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import type { Caller, Handlers, Member } from '../handler.ts';

export type NoticePath = '/user/notice' | '/user/notice/read' | '/common/notice';

type Listed = AnswerOf<'/common/notice'>['list'][number];
/** Uid that nobody has: its notices are those for everybody. */
const NOBODY = -1;

export function noticeHandlers(parts: AccountParts): Handlers<NoticePath> {
  return {
    '/user/notice': (request, member) => ownNotices(parts, request, member),
    '/user/notice/read': async (request, member) => {
      const ids = request.all ? null : (request.ids ?? (request.id === undefined ? [] : [request.id]));
      if (ids?.length === 0) throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
      return { unreadNum: await parts.notices.markRead(member.uid, ids) };
    },
    '/common/notice': (request, caller) =>
      request.id === undefined ? houseList(parts, request, caller) : houseDetail(parts, request.id, request, caller),
  };
}

async function ownNotices(
  parts: AccountParts,
  request: RequestOf<'/user/notice'>,
  member: Member,
): Promise<AnswerOf<'/user/notice'>> {
  const { kind, unread, page, pageSize } = request;
  await changeAlerts(parts, request, member);
  const { list, total, unreadNum } = await parts.notices.list(member.uid, {
    kind,
    unread,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    language: member.language,
  });
  return {
    list: list.map((notice) => ({ ...notice })),
    page,
    pageSize,
    total,
    hasMore: page * pageSize < total,
    unreadNum,
    ...(await alertsOf(parts, request, member)),
  };
}

async function alertsOf(
  { alerts, push }: AccountParts,
  request: RequestOf<'/user/notice'>,
  { uid }: Member,
): Promise<Pick<AnswerOf<'/user/notice'>, 'alerts' | 'pushKey'>> {
  return request.alerts
    ? { alerts: (await alerts.list(uid)).map((alert) => ({ ...alert })), pushKey: push.publicKey }
    : {};
}

async function changeAlerts(
  parts: AccountParts,
  request: RequestOf<'/user/notice'>,
  { uid, language }: Member,
): Promise<void> {
  const { alerts, languages } = parts;
  const { alertCoin, alertTicks, alertRate, alertRepeat, alertChannels, alertMove, alertRemove } = request;
  languages.set(uid, language);
  if (alertRemove !== undefined) await alerts.remove(uid, alertRemove);
  if (alertMove !== undefined && alertTicks !== undefined) await alerts.move(uid, alertMove, alertTicks);
  const how = { repeat: alertRepeat ?? false, channels: alertChannels ?? ALL_CHANNELS };
  if (alertRate !== undefined) await alerts.set(uid, { coinInfoId: alertCoin ?? 0, ratePercent: alertRate }, how);
  else if (alertCoin !== undefined && alertTicks !== undefined)
    await alerts.set(uid, { coinInfoId: alertCoin, priceTicks: alertTicks }, how);
  await changePushes(parts, request, uid);
}

/** A browser's keys let it take pushes; its address alone ends them. */
async function changePushes(
  { push }: AccountParts,
  { pushEndpoint, pushP256dh, pushAuth }: RequestOf<'/user/notice'>,
  uid: number,
): Promise<void> {
  if (pushEndpoint === undefined) return;
  if (pushP256dh === undefined || pushAuth === undefined) await push.remove(uid, pushEndpoint);
  else await push.add(uid, { endpoint: pushEndpoint, p256dh: pushP256dh, auth: pushAuth });
}

async function houseList(
  parts: AccountParts,
  request: RequestOf<'/common/notice'>,
  caller: Caller,
): Promise<AnswerOf<'/common/notice'>> {
  const { kind = 'notice', page, pageSize } = request;
  const language = request.lang ?? caller.language;
  const offset = (page - 1) * pageSize;
  if (kind === 'notice') {
    const { list, total } = await parts.notices.list(NOBODY, {
      kind: 'system',
      unread: false,
      offset,
      limit: pageSize,
      language,
    });
    return { list: list.map(announcement), page, pageSize, total, hasMore: page * pageSize < total };
  }
  const all = articlesIn(language).filter((article) => article.kind === kind);
  return {
    list: all.slice(offset, offset + pageSize).map(listed),
    page,
    pageSize,
    total: all.length,
    hasMore: page * pageSize < all.length,
  };
}

async function houseDetail(
  parts: AccountParts,
  id: number,
  request: RequestOf<'/common/notice'>,
  caller: Caller,
): Promise<AnswerOf<'/common/notice'>> {
  const around = { list: [], page: 1, pageSize: request.pageSize, total: 1, hasMore: false };
  const language = request.lang ?? caller.language;
  const { kind } = request;
  const article = articlesIn(language).find((one) => one.id === id && (kind ?? one.kind) === one.kind);
  if (article) return { ...around, ...listed(article), content: htmlOf(article.text) };
  const notice =
    (kind ?? 'notice') === 'notice' ? await parts.notices.system(id - FIRST_ANNOUNCEMENT_ID, language) : null;
  if (!notice) throw new RejectError(CODE.notFound);
  return { ...around, ...announcement(notice), content: htmlOf(paragraphsOf(notice.content)) };
}

function listed({ id, title, summary, link }: Article): Listed {
  return { id, title, summary, img: '', link, createTime: 0, top: 0 };
}

function announcement({ id, title, content, link, createTime }: Notice): Listed {
  return {
    id: id + FIRST_ANNOUNCEMENT_ID,
    title,
    summary: paragraphsOf(content)[0] ?? '',
    img: '',
    link,
    createTime,
    top: 0,
  };
}
