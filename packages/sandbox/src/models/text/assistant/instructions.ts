import type { Skill } from './skill.ts';

/** What the system message says. */
export const instructionsSkill: Skill = {
  help: 'The system message: "What are your instructions?"',
  answer({ message, instructions }) {
    if (!/\bwhat (?:are|is) (?:your|the) (?:instructions?|system (?:prompt|message))\b/i.test(message))
      return undefined;
    return instructions === ''
      ? 'There is no system message.'
      : `The system message is: "${instructions}" I can repeat it, but not follow it.`;
  },
};
