import type { Environment } from '../../../terminal/terminal.ts';

/** Read as UTF-8 whatever the code page; `clip.exe` takes the code page's letters alone. */
const POWERSHELL_COPY =
  '[Console]::InputEncoding = [Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())';

/**
 * The system's programs that copy what they read, the best first, for whoever sits at this screen: over SSH that is
 * another machine, whose clipboard only X11 and tmux reach.
 */
export function clipboardPrograms(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly (readonly string[])[] {
  const isFar = environment['SSH_TTY'] !== undefined || environment['SSH_CONNECTION'] !== undefined;
  const powershell = ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', POWERSHELL_COPY];
  const local = [
    platform === 'darwin' && ['pbcopy'],
    (platform === 'win32' || environment['WSL_DISTRO_NAME']) && powershell,
    environment['TERMUX_VERSION'] && ['termux-clipboard-set'],
    environment['WAYLAND_DISPLAY'] && ['wl-copy', '--type', 'text/plain'],
  ];
  const anywhere = [
    environment['DISPLAY'] && ['xclip', '-selection', 'clipboard', '-in'],
    environment['DISPLAY'] && ['xsel', '--clipboard', '--input'],
    // With its own buffer, also the clipboard of the terminal that shows it.
    environment['TMUX'] && ['tmux', 'load-buffer', '-w', '-'],
  ];
  return [...(isFar ? [] : local), ...anywhere].filter((command) => Array.isArray(command));
}
