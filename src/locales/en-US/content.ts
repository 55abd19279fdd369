// Words of notices and articles in English (United States).

export const words = {
  'notice.system': 'System',
  'notice.personal': 'Personal',
  'notice.readAll': 'Mark all as read',
  'notice.unread': 'Unread',
  'notice.login': 'Log in to see your messages',
  'notice.gone': 'This message is not there any more',
  'notice.open': 'Open',
  'notice.search': 'Search articles',
} as const;
