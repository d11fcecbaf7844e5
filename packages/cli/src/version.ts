declare const TRYOUT_VERSION: string;

/** The package's version, inserted by the build. */
export const version: string = TRYOUT_VERSION;

/** The user agent of all requests. */
export const userAgent = `tryout/${version}`;
