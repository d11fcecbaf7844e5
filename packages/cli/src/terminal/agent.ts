/**
 * Variables that coding agents set for the commands they run (@vercel/detect-agent 1.2.7, and the agents' own
 * documentation). Variables that terminals of an editor have too, such as CURSOR_TRACE_ID, are not among them.
 */
export const agentVariables = [
  'AI_AGENT',
  'CLAUDECODE',
  'CLAUDE_CODE',
  'CODEX_SANDBOX',
  'CODEX_CI',
  'CODEX_THREAD_ID',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'COPILOT_CLI',
  'OPENCODE',
  'AUGMENT_AGENT',
  'AMP_CURRENT_THREAD_ID',
  'GOOSE_TERMINAL',
  'ANTIGRAVITY_AGENT',
] as const;

const off = new Set(['', '0', 'false']);

/** The variable that says that an agent runs the command; undefined for people. */
export function findAgentVariable(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return agentVariables.find((name) => !off.has(environment[name] ?? ''));
}
