// Words of places in Chinese (Taiwan).
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': '世界地圖',
  'place.mapAt': '世界地圖，標示{{place}}',
  'place.onMap': '地圖上的點',
  'place.choose': '選擇位置',
  'place.useOwn': '使用我的位置',
  'place.use': '使用此地點',
  'place.useNone': '請先選擇地點',
  'place.search': '搜尋地點',
  'place.list': '地點',
  'place.denied': '未允許取得位置。請在瀏覽器的網站設定中允許，或從清單選擇地點。',
  'place.unknown': '此裝置目前無法取得位置。請從清單選擇地點。',
  'place.none': '未指定地點。',
  'place.openApp': '在地圖應用程式中開啟',
  'place.own': '你在這裡',
};
