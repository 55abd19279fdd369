// Words of alerts in Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['alert'] = {
  'alert.login': '登入後可設定提醒',
  'alert.none': '尚無提醒',
  'alert.noneText': '在上方設定價格，或點選圖表上的價格。',
  'alert.waiting': '等待中',
  'alert.history': '已通知',
  'alert.rule': '條件',
  'alert.price': '價格',
  'alert.percent': '上漲百分比',
  'alert.percentText': '以目前最新價計算，並等待該價格。',
  'alert.often': '次數',
  'alert.once': '一次',
  'alert.again': '每次',
  'alert.told': '通知於 {{time}}',
  'alert.setNone': '請先輸入價格',
  'alert.setAt': '在 {{price}} 設定提醒',
  'alert.remove': '移除',
  'alert.removeOf': '移除 {{price}} 的提醒',
  'alert.pushText': '提醒會顯示在頁面上並寫入通知。開啟推播後，關閉應用程式時也能收到。',
  'alert.push': '推播至此裝置',
  'alert.push.on': '此裝置已開啟推播。',
  'alert.push.denied': '通知已被封鎖。請在瀏覽器的網站設定中允許後再試。',
  'alert.push.none': '此瀏覽器不支援推播。iPhone 請先將應用程式加入主畫面。',
};
