import { identifier } from './identifier.ts';

/** The one organization of the sandbox, in the form of `whoami-v2`. */
export interface Organization {
  type: 'org';
  id: string;
  name: string;
  fullname: string;
  email: null;
  canPay: boolean;
  periodEnd: null;
  isEnterprise: boolean;
  avatarUrl: string;
  roleInOrg: string;
}

/** Whoever signs in to the sandbox, in the form of `whoami-v2` without its `auth`. */
export interface Identity {
  type: 'user';
  id: string;
  name: string;
  fullname: string;
  email: string;
  emailVerified: boolean;
  canPay: boolean;
  periodEnd: null;
  isPro: boolean;
  avatarUrl: string;
  orgs: Organization[];
}

/** The guest that every token of the sandbox belongs to. */
export function guestIdentity(hubUrl: string): Identity {
  return {
    type: 'user',
    id: identifier('guest'),
    name: 'guest',
    fullname: 'Guest',
    email: 'guest@localhost',
    emailVerified: false,
    canPay: false,
    periodEnd: null,
    isPro: false,
    avatarUrl: `${hubUrl}/avatars/guest.png`,
    orgs: [
      {
        type: 'org',
        id: identifier('sandbox'),
        name: 'sandbox',
        fullname: 'Sandbox',
        email: null,
        canPay: true,
        periodEnd: null,
        isEnterprise: false,
        avatarUrl: `${hubUrl}/avatars/sandbox.png`,
        roleInOrg: 'write',
      },
    ],
  };
}
