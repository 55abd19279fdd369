// Words of assets in Traditional Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['wallet'] = {
  'assets.total': '總資產（{{currency}}）',
  'assets.spot': '現貨',
  'assets.contract': '合約',
  'assets.accounts': '帳戶',
  'assets.frozen': '凍結 {{amount}}',
  'assets.available': '可用 {{amount}}',
  'assets.hideSmall': '隱藏小額資產',
  'assets.search': '搜尋幣種',
  'assets.emptyTitle': '這裡沒有餘額',
  'assets.emptyText': '您持有的幣種會顯示在此列表。',
  'assets.hiddenSmall': '已隱藏低於 {{amount}} 的餘額',
  'assets.loginTitle': '登入以查看您的資產',
  'assets.failed': '無法載入餘額',
  'assets.age': '截至 {{time}}',
  'assets.records': '記錄',
};
