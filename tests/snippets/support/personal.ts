/** What a person has in the environment for OpenAI, and what no server but OpenAI's is to be told. */
export const personal = {
  OPENAI_API_KEY: 'sk-of-the-person',
  OPENAI_ORG_ID: 'org-of-the-person',
  OPENAI_PROJECT_ID: 'project-of-the-person',
} as const;

/** Found in all of it. */
export const PERSONAL = 'of-the-person';
