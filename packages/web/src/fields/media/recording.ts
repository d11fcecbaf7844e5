/** Camera and microphone, loaded when one of them is used. */
export { Microphone } from './microphone.tsx';
export { Webcam } from './webcam.tsx';
