/** OpenAI settings in the environment, which only OpenAI's servers may receive. */
export const openaiEnvironment = {
  OPENAI_API_KEY: 'sk-from-environment',
  OPENAI_ORG_ID: 'org-from-environment',
  OPENAI_PROJECT_ID: 'project-from-environment',
} as const;

/** Part of all these values. */
export const SECRET_SUFFIX = 'from-environment';
