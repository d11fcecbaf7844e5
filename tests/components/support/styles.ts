// Loads before all other style sheets, as in the app, whichever test file runs first.
import '../../../packages/web/src/styles/base.css';
