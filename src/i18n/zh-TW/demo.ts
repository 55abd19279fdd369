// Words of the demo account in Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['demo'] = {
  'demo.about': '以模擬資金交易，行情與規則與所有人相同。這裡沒有真實資金。',
  'demo.colours': '漲跌顏色',
  'demo.greenUp': '綠漲紅跌',
  'demo.redUp': '紅漲綠跌',
  'demo.open': '開立模擬帳戶',
  'demo.none': '此交易所並非模擬環境，請以電子郵件註冊。',
  'demo.ready': '模擬帳戶已開立，內有 10,000 USDT。',
  'demo.keep': '若要在其他裝置登入，請保存以上兩項。',
  'demo.start': '開始交易',
  'demo.faucet': '補足至 10,000 USDT',
  'demo.credited': '已入帳 {{amount}} USDT',
  'demo.later': '目前無需補足，請一小時後再試。',
  'demo.real': '模擬帳戶不含真實資金。真實帳戶需要電子郵件與身分驗證。',
};
