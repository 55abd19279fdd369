// Words of settings in Japanese.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': 'テーマ',
  'set.dark': 'ダーク',
  'set.light': 'ライト',
  'set.system': 'システム',
  'set.upDown': '上昇と下落',
  'set.greenUp': '緑で上昇',
  'set.redUp': '赤で上昇',
  'set.palette': '相場の色',
  'set.plain': '緑と赤',
  'set.safe': '青とオレンジ',
  'set.sample': '見本',
  'set.version': 'バージョン',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': '{{time}} のレート',
  'set.rateFailed': '現在レートを取得できません。金額は前回のレートの {{currency}} で表示します。',
};
