// Words of the demo account in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': 'デモ資金で、ほかの利用者と同じ価格・ルールで取引できます。実際のお金は使いません。',
  'demo.colours': '上昇・下落の色',
  'demo.greenUp': '緑で上昇',
  'demo.redUp': '赤で上昇',
  'demo.open': 'デモ口座を開設',
  'demo.none': 'この取引所はデモではありません。メールアドレスで登録してください。',
  'demo.ready': '10,000 USDT のデモ口座を開設しました。',
  'demo.keep': '別の端末から戻るには、次の 2 つを保管してください。',
  'demo.start': '取引を始める',
  'demo.faucet': '10,000 USDT まで補充',
  'demo.credited': '{{amount}} USDT を付与しました',
  'demo.later': '現在は補充できません。1 時間後にもう一度お試しください。',
  'demo.real': 'デモ口座に実際のお金はありません。実際の口座にはメールアドレスと本人確認が必要です。',
};
