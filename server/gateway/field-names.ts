// Names of a form's fields as a sentence says them; a field that no person fills in has none and is called by its own name.

/** Languages in the order of the names below. */
const LANGUAGES = ['en-US', 'zh-TW', 'ko-KR', 'ja-JP', 'de-DE', 'fr-FR', 'ru-RU', 'vi', 'ar-AE'] as const;

const NAMES: Record<string, readonly [string, string, string, string, string, string, string, string, string]> = {
  email: ['e-mail', '電子郵件', '이메일', 'メールアドレス', 'E-Mail', 'e-mail', 'эл. почта', 'email', 'البريد الإلكتروني'],
  password: ['password', '密碼', '비밀번호', 'パスワード', 'Passwort', 'mot de passe', 'пароль', 'mật khẩu', 'كلمة المرور'],
  oldPassword: ['current password', '目前密碼', '현재 비밀번호', '現在のパスワード', 'aktuelles Passwort', 'mot de passe actuel', 'текущий пароль', 'mật khẩu hiện tại', 'كلمة المرور الحالية'],
  newPassword: ['new password', '新密碼', '새 비밀번호', '新しいパスワード', 'neues Passwort', 'nouveau mot de passe', 'новый пароль', 'mật khẩu mới', 'كلمة المرور الجديدة'],
  rePassword: ['repeated password', '確認密碼', '비밀번호 확인', '確認用パスワード', 'Passwort wiederholen', 'confirmation du mot de passe', 'повтор пароля', 'nhập lại mật khẩu', 'تأكيد كلمة المرور'],
  code: ['verification code', '驗證碼', '인증 코드', '認証コード', 'Bestätigungscode', 'code de vérification', 'код подтверждения', 'mã xác minh', 'رمز التحقق'],
  googleCode: ['Google code', 'Google 驗證碼', 'Google 인증 코드', 'Google 認証コード', 'Google-Code', 'code Google', 'код Google', 'mã Google', 'رمز Google'],
  recoveryCode: ['recovery code', '復原碼', '복구 코드', 'リカバリーコード', 'Wiederherstellungscode', 'code de récupération', 'код восстановления', 'mã khôi phục', 'رمز الاسترداد'],
  secret: ['key', '金鑰', '키', 'キー', 'Schlüssel', 'clé', 'ключ', 'khóa', 'المفتاح'],
  captcha: ['captcha', '圖形驗證碼', '캡차', '画像認証', 'Captcha', 'captcha', 'капча', 'captcha', 'رمز التحقق البشري'],
  inviteCode: ['invite code', '邀請碼', '초대 코드', '招待コード', 'Einladungscode', 'code d’invitation', 'код приглашения', 'mã mời', 'رمز الدعوة'],
  antiPhish: ['anti-phishing word', '防釣魚碼', '피싱 방지 문구', 'フィッシング対策ワード', 'Anti-Phishing-Wort', 'mot anti-hameçonnage', 'антифишинговое слово', 'từ chống lừa đảo', 'كلمة مكافحة التصيد'],
  country: ['country', '國家或地區', '국가', '国', 'Land', 'pays', 'страна', 'quốc gia', 'البلد'],
  certType: ['document type', '證件類型', '신분증 종류', '書類の種類', 'Ausweisart', 'type de document', 'тип документа', 'loại giấy tờ', 'نوع الوثيقة'],
  fullName: ['full name', '姓名', '이름', '氏名', 'vollständiger Name', 'nom complet', 'имя и фамилия', 'họ và tên', 'الاسم الكامل'],
  certNo: ['document number', '證件號碼', '신분증 번호', '書類番号', 'Ausweisnummer', 'numéro du document', 'номер документа', 'số giấy tờ', 'رقم الوثيقة'],
  imgFront: ['front of the document', '證件正面照片', '신분증 앞면 사진', '書類の表面の画像', 'Vorderseite des Ausweises', 'recto du document', 'лицевая сторона документа', 'mặt trước giấy tờ', 'صورة الوجه الأمامي للوثيقة'],
  imgBack: ['back of the document', '證件背面照片', '신분증 뒷면 사진', '書類の裏面の画像', 'Rückseite des Ausweises', 'verso du document', 'оборотная сторона документа', 'mặt sau giấy tờ', 'صورة الوجه الخلفي للوثيقة'],
  imgSelf: ['picture of yourself', '本人照片', '본인 사진', '本人の画像', 'Foto von Ihnen', 'photo de vous', 'ваше фото', 'ảnh của bạn', 'صورتك الشخصية'],
  img: ['screenshot', '截圖', '스크린샷', 'スクリーンショット', 'Screenshot', 'capture d’écran', 'скриншот', 'ảnh chụp màn hình', 'لقطة الشاشة'],
  coinInfoId: ['coin', '幣種', '코인', 'コイン', 'Coin', 'crypto', 'монета', 'đồng coin', 'العملة'],
  alertCoin: ['coin', '幣種', '코인', 'コイン', 'Coin', 'crypto', 'монета', 'đồng coin', 'العملة'],
  alertRate: ['risk rate', '風險率', '위험률', 'リスク率', 'Risikoquote', 'taux de risque', 'уровень риска', 'tỷ lệ rủi ro', 'نسبة المخاطرة'],
  alertTicks: ['price', '價格', '가격', '価格', 'Preis', 'prix', 'цена', 'giá', 'السعر'],
  toCoinInfoId: ['coin to receive', '目標幣種', '받을 코인', '受け取るコイン', 'Ziel-Coin', 'crypto à recevoir', 'получаемая монета', 'đồng coin nhận', 'العملة المستلَمة'],
  symbol: ['symbol', '代號', '심볼', 'シンボル', 'Symbol', 'symbole', 'символ', 'mã giao dịch', 'الرمز'],
  currency: ['currency', '貨幣', '통화', '通貨', 'Währung', 'devise', 'валюта', 'tiền tệ', 'عملة العرض'],
  side: ['side', '買賣方向', '매매 방향', '売買方向', 'Seite', 'sens', 'сторона', 'chiều lệnh', 'جهة الأمر'],
  direction: ['direction', '方向', '방향', '方向', 'Richtung', 'direction', 'направление', 'hướng', 'الاتجاه'],
  orderType: ['order type', '委託類型', '주문 유형', '注文タイプ', 'Auftragsart', 'type d’ordre', 'тип ордера', 'loại lệnh', 'نوع الأمر'],
  price: ['price', '價格', '가격', '価格', 'Preis', 'prix', 'цена', 'giá', 'السعر'],
  limitPrice: ['limit price', '限價', '지정가', '指値', 'Limitpreis', 'prix limite', 'лимитная цена', 'giá giới hạn', 'السعر المحدد'],
  stopPrice: ['stop price', '觸發價', '스톱 가격', 'ストップ価格', 'Stopp-Preis', 'prix de déclenchement', 'стоп-цена', 'giá kích hoạt', 'سعر الإيقاف'],
  profitPrice: ['take-profit price', '止盈價', '익절가', '利確価格', 'Take-Profit-Preis', 'prix de prise de bénéfice', 'цена тейк-профита', 'giá chốt lời', 'سعر جني الأرباح'],
  lossPrice: ['stop-loss price', '止損價', '손절가', '損切り価格', 'Stop-Loss-Preis', 'prix de stop-loss', 'цена стоп-лосса', 'giá cắt lỗ', 'سعر وقف الخسارة'],
  seenPrice: ['price seen', '所見價格', '확인한 가격', '確認した価格', 'gesehener Preis', 'prix vu', 'увиденная цена', 'giá đã thấy', 'السعر المعروض'],
  maxSlip: ['largest slippage', '最大滑點', '최대 슬리피지', '最大スリッページ', 'größte Abweichung', 'écart maximal', 'макс. проскальзывание', 'độ trượt tối đa', 'أقصى انزلاق'],
  amount: ['amount', '數量', '수량', '数量', 'Menge', 'quantité', 'количество', 'số lượng', 'الكمية'],
  total: ['total', '總額', '총액', '合計', 'Gesamtbetrag', 'total', 'сумма', 'tổng tiền', 'الإجمالي'],
  multiple: ['multiple', '倍數', '배율', '倍率', 'Hebel', 'levier', 'плечо', 'đòn bẩy', 'الرافعة'],
  period: ['period', '週期', '기간', '期間', 'Zeitraum', 'durée', 'период', 'kỳ hạn', 'المدة'],
  profitRate: ['profit rate', '收益率', '수익률', '収益率', 'Rendite', 'taux de gain', 'доходность', 'tỷ suất lợi nhuận', 'نسبة الربح'],
  startTime: ['start time', '開始時間', '시작 시간', '開始時刻', 'Startzeit', 'heure de début', 'время начала', 'thời gian bắt đầu', 'وقت البدء'],
  endTime: ['end time', '結束時間', '종료 시간', '終了時刻', 'Endzeit', 'heure de fin', 'время окончания', 'thời gian kết thúc', 'وقت الانتهاء'],
  chain: ['network', '網路', '네트워크', 'ネットワーク', 'Netzwerk', 'réseau', 'сеть', 'mạng', 'الشبكة'],
  address: ['address', '地址', '주소', 'アドレス', 'Adresse', 'adresse', 'адрес', 'địa chỉ', 'العنوان'],
  addressId: ['address', '地址', '주소', 'アドレス', 'Adresse', 'adresse', 'адрес', 'địa chỉ', 'العنوان'],
  accountName: ['name of the address', '地址名稱', '주소 이름', 'アドレス名', 'Name der Adresse', 'nom de l’adresse', 'название адреса', 'tên địa chỉ', 'اسم العنوان'],
  memo: ['memo', '備註標籤', '메모', 'メモ', 'Memo', 'mémo', 'мемо', 'memo', 'المذكرة'],
  quoteNo: ['quote', '報價', '견적', '見積もり', 'Angebot', 'cours proposé', 'котировка', 'báo giá', 'عرض السعر'],
  clientNo: ['order number', '訂單編號', '주문 번호', '注文番号', 'Auftragsnummer', 'numéro d’ordre', 'номер ордера', 'số lệnh', 'رقم الأمر'],
  orderNo: ['order number', '訂單編號', '주문 번호', '注文番号', 'Auftragsnummer', 'numéro d’ordre', 'номер ордера', 'số lệnh', 'رقم الأمر'],
  orderNum: ['order number', '訂單編號', '주문 번호', '注文番号', 'Auftragsnummer', 'numéro d’ordre', 'номер ордера', 'số lệnh', 'رقم الأمر'],
  id: ['number', '編號', '번호', '番号', 'Nummer', 'numéro', 'номер', 'số', 'الرقم'],
  ids: ['numbers', '編號', '번호', '番号', 'Nummern', 'numéros', 'номера', 'các số', 'الأرقام'],
};

/** Fields that have a name in every language. */
export const NAMED_FIELDS: readonly string[] = Object.keys(NAMES);

/** What a person calls a field in a language; its own name where there is no other. */
export function fieldName(field: string, language: string): string {
  const names = Object.hasOwn(NAMES, field) ? NAMES[field] : undefined;
  return names?.[LANGUAGES.indexOf(language as (typeof LANGUAGES)[number])] ?? names?.[0] ?? field;
}
