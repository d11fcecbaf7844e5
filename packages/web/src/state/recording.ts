import { attempt } from '@tryout/engine';

/** Local storage key; set while runs are not recorded. */
const OFF_KEY = 'history-off';

/** Whether this browser records runs. Also true where storage is disabled, and recording fails. */
export function isRecording(): boolean {
  return typeof attempt(() => localStorage.getItem(OFF_KEY)) !== 'string';
}

/** @throws DOMException if the browser does not allow storage */
export function setRecording(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, '');
}
