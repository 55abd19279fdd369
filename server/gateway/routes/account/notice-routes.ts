// The calls of a user's notices and alerts, and of announcements, articles and banners.
import { ALL_CHANNELS } from '../../../../core/endpoints/alert.ts';
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import type { Notice } from '../../../../core/endpoints/responses.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import {
  type Article,
  FIRST_ANNOUNCEMENT_ID,
  articlesIn,
  htmlOf,
  paragraphsOf,
} from '../../../services/notifications/articles.ts';
import type { AccountDeps } from './account-deps.ts';
import { selfOf } from './user-routes.ts';
import type { Caller, Handlers, AuthenticatedCaller } from '../../handler.ts';

export type NoticePath = '/user/notice' | '/user/notice/read' | '/common/notice';

type Listed = AnswerOf<'/common/notice'>['list'][number];
/** No user has this uid: its notices are those to all users. */
const NO_USER = -1;

export function noticeHandlers(deps: AccountDeps): Handlers<NoticePath> {
  return {
    '/user/notice': (request, caller) => ownNotices(deps, request, caller),
    '/user/notice/read': async (request, caller) => {
      const ids = request.all ? null : (request.ids ?? (request.id === undefined ? [] : [request.id]));
      if (ids?.length === 0) throw new RejectError(CODE.fieldInvalid, { field: 'id', rule: 'required' });
      return { unreadNum: await deps.notices.markRead(caller.uid, ids) };
    },
    '/common/notice': (request, caller) =>
      request.id === undefined ? publicNotices(deps, request, caller) : publicNotice(deps, request.id, request, caller),
  };
}

async function ownNotices(
  deps: AccountDeps,
  request: RequestOf<'/user/notice'>,
  caller: AuthenticatedCaller,
): Promise<AnswerOf<'/user/notice'>> {
  const { kind, unread, startTime, endTime, page, pageSize } = request;
  await changeAlerts(deps, request, caller);
  const { list, total, unreadNum } = await deps.notices.list(caller.uid, {
    kind,
    unread,
    startTime,
    endTime,
    offset: (page - 1) * pageSize,
    limit: pageSize,
    language: caller.language,
  });
  return {
    list: list.map((notice) => ({ ...notice })),
    page,
    pageSize,
    total,
    hasMore: page * pageSize < total,
    unreadNum,
    ...(await alertsOf(deps, request, caller)),
  };
}

async function alertsOf(
  { alerts, push }: AccountDeps,
  request: RequestOf<'/user/notice'>,
  { uid }: AuthenticatedCaller,
): Promise<Pick<AnswerOf<'/user/notice'>, 'alerts' | 'pushKey'>> {
  return request.alerts
    ? { alerts: (await alerts.list(uid)).map((alert) => ({ ...alert })), pushKey: push.publicKey }
    : {};
}

async function changeAlerts(
  deps: AccountDeps,
  request: RequestOf<'/user/notice'>,
  caller: AuthenticatedCaller,
): Promise<void> {
  const { alerts } = deps;
  const { uid } = caller;
  const { alertCoin, alertTicks, alertRate, alertRepeat, alertChannels, alertMove, alertRemove } = request;
  deps.noteLanguage(await selfOf(deps, caller), caller.language);
  if (alertRemove !== undefined) await alerts.remove(uid, alertRemove);
  if (alertMove !== undefined && alertTicks !== undefined) await alerts.move(uid, alertMove, alertTicks);
  const options = { repeat: alertRepeat ?? false, channels: alertChannels ?? ALL_CHANNELS };
  if (alertRate !== undefined) await alerts.set(uid, { coinInfoId: alertCoin ?? 0, ratePercent: alertRate }, options);
  else if (alertCoin !== undefined && alertTicks !== undefined)
    await alerts.set(uid, { coinInfoId: alertCoin, priceTicks: alertTicks }, options);
  await changePushes(deps, request, caller);
}

/** An endpoint with keys subscribes the browser; without keys it unsubscribes. */
async function changePushes(
  { push }: AccountDeps,
  { pushEndpoint, pushP256dh, pushAuth }: RequestOf<'/user/notice'>,
  caller: AuthenticatedCaller,
): Promise<void> {
  if (pushEndpoint === undefined) return;
  if (pushP256dh === undefined || pushAuth === undefined) await push.remove(caller.uid, pushEndpoint);
  else await push.add(caller, { endpoint: pushEndpoint, p256dh: pushP256dh, auth: pushAuth });
}

async function publicNotices(
  deps: AccountDeps,
  request: RequestOf<'/common/notice'>,
  caller: Caller,
): Promise<AnswerOf<'/common/notice'>> {
  const { kind = 'notice', startTime, endTime, page, pageSize } = request;
  const language = request.lang ?? caller.language;
  const offset = (page - 1) * pageSize;
  if (kind === 'notice') {
    const { list, total } = await deps.notices.list(NO_USER, {
      kind: 'system',
      unread: false,
      startTime,
      endTime,
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

async function publicNotice(
  deps: AccountDeps,
  id: number,
  request: RequestOf<'/common/notice'>,
  caller: Caller,
): Promise<AnswerOf<'/common/notice'>> {
  const pageInfo = { list: [], page: 1, pageSize: request.pageSize, total: 1, hasMore: false };
  const language = request.lang ?? caller.language;
  const { kind } = request;
  const article = articlesIn(language).find((one) => one.id === id && (kind ?? one.kind) === one.kind);
  if (article) return { ...pageInfo, ...listed(article), content: htmlOf(article.text) };
  const notice =
    (kind ?? 'notice') === 'notice' ? await deps.notices.system(id - FIRST_ANNOUNCEMENT_ID, language) : null;
  if (!notice) throw new RejectError(CODE.notFound);
  return { ...pageInfo, ...announcement(notice), content: htmlOf(paragraphsOf(notice.content)) };
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
