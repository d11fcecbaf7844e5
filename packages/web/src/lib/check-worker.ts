import { checkValue } from '@tryout/engine';
import { expose } from 'comlink';

// Checks values by JSON Schemas, which may take forever: the other side ends this worker then.
expose(checkValue);
