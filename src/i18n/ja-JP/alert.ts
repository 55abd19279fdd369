// Words of alerts in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': 'ログインしてアラートを設定',
  'alert.none': 'アラートはまだありません',
  'alert.noneText': '上で価格を設定するか、チャートの価格をタップしてください。',
  'alert.waiting': '待機中',
  'alert.history': '通知済み',
  'alert.rule': '条件',
  'alert.price': '価格',
  'alert.percent': '上昇率（%）',
  'alert.percentText': '現在値を基準に計算し、その価格に達するのを待ちます。',
  'alert.often': '回数',
  'alert.once': '1 回',
  'alert.again': '毎回',
  'alert.told': '{{time}} に通知',
  'alert.setNone': '先に価格を入力してください',
  'alert.setAt': '{{price}} にアラートを設定',
  'alert.remove': '削除',
  'alert.removeOf': '{{price}} のアラートを削除',
  'alert.pushText': 'アラートはページ上のメッセージとお知らせで届きます。プッシュをオンにすると、アプリを閉じていても届きます。',
  'alert.push': 'この端末にプッシュ通知',
  'alert.push.on': 'この端末はプッシュ通知を受け取ります。',
  'alert.push.denied': '通知がブロックされています。ブラウザのサイト設定で許可してから戻ってください。',
  'alert.push.none': 'このブラウザはプッシュ通知に対応していません。iPhone では先にホーム画面へ追加してください。',
};
