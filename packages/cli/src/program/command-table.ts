/** A command as the overview lists it. */
export interface CommandEntry {
  readonly name: string;
  /** Arguments as the overview writes them. */
  readonly usage: string;
  readonly summary: string;
  /** Left out of the overview. */
  readonly hidden?: boolean;
}

/** All commands in the order of the overview. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: '<task> [input…]',
    summary: 'run a model once',
  },
  {
    name: 'snippet',
    usage: '<task> [input…]',
    summary: 'print the code of a run',
  },
  { name: 'tasks', usage: '', summary: 'list the tasks' },
  {
    name: 'models',
    usage: '<task>',
    summary: 'list the models of a task',
  },
  {
    name: 'login',
    usage: '',
    summary: 'sign in: by token, in the browser, or by a code',
  },
  { name: 'logout', usage: '', summary: 'sign out' },
  { name: 'whoami', usage: '', summary: 'say who is signed in' },
  {
    name: 'web',
    usage: '',
    summary: 'serve the web app on this machine and open it',
  },
  {
    name: 'sandbox',
    usage: '',
    summary: 'serve the embedded hub until Ctrl-C',
  },
  {
    name: 'demo',
    usage: '',
    summary: 'try everything on the embedded hub, no account needed',
  },
  {
    name: 'completion',
    usage: '<shell>',
    summary: 'print a completion script for bash, zsh or fish',
  },
  {
    name: 'help',
    usage: '[command]',
    summary: 'show help for a command',
  },
  {
    name: 'complete',
    usage: '[words…]',
    summary: 'print what can follow the words of a command line',
    hidden: true,
  },
];
