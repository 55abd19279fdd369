// Words of places in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['place'] = {
  'place.map': '세계 지도',
  'place.mapAt': '세계 지도, {{place}} 표시',
  'place.onMap': '지도 위 지점',
  'place.choose': '위치 선택',
  'place.useOwn': '내 위치',
  'place.use': '이 위치 사용',
  'place.useNone': '먼저 위치를 선택하세요',
  'place.search': '장소 검색',
  'place.list': '장소',
  'place.denied': '위치 사용이 허용되지 않았습니다. 브라우저의 사이트 설정에서 허용하거나 목록에서 선택하세요.',
  'place.unknown': '지금은 이 기기의 위치를 알 수 없습니다. 목록에서 선택하세요.',
  'place.none': '지정된 위치가 없습니다.',
  'place.openApp': '지도 앱에서 열기',
  'place.own': '현재 위치',
};
