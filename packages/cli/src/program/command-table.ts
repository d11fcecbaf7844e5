import type { Command } from 'commander';
import type { Runtime } from '../runtime.ts';

/** Adds arguments, options and the action to a command, right before it runs or is completed. */
export type DefineCommand = (command: Command, runtime: Runtime) => void;

interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly hidden?: boolean;
}

/** All commands, in the order of the overview. */
export const commandTable: readonly CommandEntry[] = [
  { name: 'run', usage: '<task> [input…]', summary: 'run a model once' },
  { name: 'chat', usage: '[prompt]', summary: 'chat with a model' },
  { name: 'history', usage: '[list|show|rm|export]', summary: 'list, show, remove and export recorded runs' },
  { name: 'rerun', usage: '<id|file|link>', summary: 'run a stored run again' },
  { name: 'open', usage: '<id|file|link>', summary: 'open a stored run without running it' },
  { name: 'snippet', usage: '<task> [input…]', summary: 'print code for a run' },
  { name: 'tasks', usage: '', summary: 'list tasks' },
  { name: 'models', usage: '<task>', summary: "list a task's models" },
  { name: 'info', usage: '<model>', summary: "show a model's size, license, providers and prices" },
  { name: 'login', usage: '', summary: 'sign in with a token, in the browser or with a code' },
  { name: 'logout', usage: '', summary: 'sign out' },
  { name: 'whoami', usage: '', summary: 'show who is signed in' },
  { name: 'config', usage: '[list|get|set|unset|path]', summary: 'show and change settings' },
  { name: 'web', usage: '', summary: 'serve the web app on this machine and open it' },
  { name: 'sandbox', usage: '', summary: 'serve the sandbox until Ctrl-C' },
  { name: 'demo', usage: '', summary: 'try every task on the sandbox, without an account' },
  { name: 'completion', usage: '<shell>', summary: 'print a completion script for bash, zsh or fish' },
  { name: 'help', usage: '[command]', summary: 'show help for a command' },
  { name: 'complete', usage: '[words…]', summary: 'print completions of a command line', hidden: true },
];

/** The commands that the overview and completion show. */
export const visibleCommands = commandTable.filter(({ hidden }) => !hidden);
