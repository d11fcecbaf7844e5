declare const TRYOUT_VERSION: string;

/** The version of the package, put in by the build. */
export const version: string = TRYOUT_VERSION;

/** How Tryout names itself to servers. */
export const userAgent = `tryout/${version}`;
