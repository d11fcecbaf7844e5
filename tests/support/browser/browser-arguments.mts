/** No network traffic but that of the tested pages: no updates, no vendor services, only this machine's host names. */
const offline = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-proxy-server',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
];

/**
 * Less CPU time: no drawing by a graphics process, no new process for each page that is opened, and scripts compiled
 * quickly rather than well.
 */
const economical = [
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--renderer-process-limit=1',
  '--js-flags=--no-maglev,--always-sparkplug',
];

/** For every browser of the tests. */
export const browserArguments: readonly string[] = [...offline, ...economical];

/** A fake microphone and camera, which a page may use without a question. */
export const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
