/** Fixed, because browsers store data per origin. */
export const WEB_PORT = 4680;

/** The page of `tryout web`. */
export const WEB_URL = `http://127.0.0.1:${WEB_PORT}/`;
