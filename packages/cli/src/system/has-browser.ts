type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a screen for windows, or a program that opens pages. */
const screens = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'] as const;

/** Whether a page can be expected to open where a person sees it: not on a build machine, nor without a screen. */
export function hasBrowser(environment: Environment, platform: NodeJS.Platform): boolean {
  if (environment['CI']) return false;
  const isAlwaysDrawn = platform === 'darwin' || platform === 'win32';
  return isAlwaysDrawn || screens.some((name) => Boolean(environment[name]));
}
