// Words of settings in Traditional Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['settings'] = {
  'set.theme': '主題',
  'set.dark': '深色',
  'set.light': '淺色',
  'set.system': '跟隨系統',
  'set.upDown': '漲跌顏色',
  'set.greenUp': '綠漲紅跌',
  'set.redUp': '紅漲綠跌',
  'set.palette': '行情配色',
  'set.plain': '綠與紅',
  'set.safe': '藍與橘',
  'set.sample': '範例',
  'set.version': '版本',
  'set.rate': '1 USD = {{rate}} {{currency}}',
  'set.rateAge': '{{time}} 的匯率',
  'set.rateFailed': '目前無法取得匯率，金額仍以 {{currency}} 的上次匯率顯示。',
};
