/** Its own file, so that what reads headers is loaded with the first picture. */
export { pictureSize } from '@tryout/engine';
