// The first of the style sheets, as in the app, whichever file of tests is the first.
import '../../../packages/web/src/styles/base.css';
