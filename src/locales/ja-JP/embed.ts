// Words of the embedded chart in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'DeFi で {{pair}} を開く',
  'embed.lead': 'どのサイトにも置けるライブチャート。HTML 2 行だけで、アカウントも Cookie も不要です。',
  'embed.example': 'ライブの例',
  'embed.market': 'マーケット',
  'embed.take': '画像を保存',
  'embed.taken': 'チャートの画像',
  'embed.said': 'チャートからのメッセージ',
  'embed.paste': '貼り付けるコード',
  'embed.pasteText': 'スタイルで指定しない限り、チャートは置き場所の幅いっぱいで、高さは 400 px です。',
  'embed.attributes': '属性',
  'embed.attributesText': 'いつでも変更でき、チャートにすぐ反映されます。',
  'embed.symbol': 'この取引所の通貨ペア',
  'embed.interval': '足の長さ（1s〜1M）',
  'embed.mainList': 'ローソク足の上の指標、括弧内はパラメーター',
  'embed.subList': 'ローソク足の下の指標',
  'embed.theme': 'dark、light、または system',
  'embed.lang': 'フレームの表示言語',
  'embed.methods': 'メソッドとイベント',
  'embed.methodsText':
    'すべてのメソッドは promise を返します。できない操作は説明文とともに拒否され、チャートはそのまま動き続けます。',
  'embed.events': 'イベント：ready、crosshair、candle、error。値は event.detail にあります。',
  'embed.frame': 'スクリプトなしの場合',
  'embed.frameText':
    'フレームだけでも使えます。「origin」で指定したページ、指定がなければ最初に hello を送ったページだけに応答します。',
  'embed.commands': '各メッセージにはバージョン、id、コマンドがあり、応答には同じ id が付きます。',
  'embed.safe': '行わないこと',
  'embed.safeText':
    'フレームはセッションを知らず、Cookie を設定せず、何も保存しません。あなたのページを見ることはできず、この取引所のほかのページはフレームに入れられません。',
  'embed.copy': 'コピー',
  'embed.copied': 'コピーしました',
  'embed.copyFailed': 'コピーできませんでした。テキストを選択してください。',
  'embed.scriptFailed': '例を読み込めませんでした',
};
