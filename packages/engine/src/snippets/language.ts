/** The languages of the code that people take home, in the order in which they are offered. */
export const languages = {
  curl: { label: 'curl', grammar: 'bash', comment: '#', ending: '.sh' },
  python: { label: 'Python', grammar: 'python', comment: '#', ending: '.py' },
  js: { label: 'JavaScript', grammar: 'javascript', comment: '//', ending: '.mjs' },
} as const;

export type Language = keyof typeof languages;
