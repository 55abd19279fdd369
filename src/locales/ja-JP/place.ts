// Words of places in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': '世界地図',
  'place.mapAt': '世界地図（{{place}}）',
  'place.onMap': '地図上の地点',
  'place.choose': '場所を選択',
  'place.useOwn': '現在地',
  'place.use': 'この場所を使う',
  'place.useNone': '先に場所を選択してください',
  'place.search': '場所を検索',
  'place.list': '場所',
  'place.denied': '位置情報が許可されていません。ブラウザのサイト設定で許可するか、一覧から選択してください。',
  'place.unknown': '現在この端末の位置を取得できません。一覧から選択してください。',
  'place.none': '場所が指定されていません。',
  'place.openApp': '地図アプリで開く',
  'place.own': '現在地です',
};
