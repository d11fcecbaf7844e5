import { HUB_URL, INFERENCE_URL, type Connection } from '@tryout/engine';

/** The connection with the Hub's URLs; its requests are redirected to the sandbox. */
export function asHub(connection: Connection): Connection {
  const { transport, hubUrl, inferenceUrl } = connection;
  const at = (url: string) => {
    if (url.startsWith(`${HUB_URL}/`)) return hubUrl + url.slice(HUB_URL.length);
    return url.startsWith(`${INFERENCE_URL}/`) ? inferenceUrl + url.slice(INFERENCE_URL.length) : url;
  };
  return {
    ...connection,
    hubUrl: HUB_URL,
    inferenceUrl: INFERENCE_URL,
    transport: {
      ...transport,
      exchange: (request) => transport.exchange({ ...request, url: at(request.url) }),
    },
  };
}
