import type { ModelDefinition } from '../../define-model.ts';
import { colorRegions } from './color-regions.ts';
import { documentFields } from './document-fields.ts';
import { edgeDrawing } from './edge-drawing.ts';
import { labelStatistics } from './label-statistics.ts';
import { lightAndDetail } from './light-and-detail.ts';
import { namedColors } from './named-colors.ts';
import { pictureEditor } from './picture-editor.ts';
import { shapeCaptioner } from './shape-captioner.ts';
import { shapeDetector } from './shape-detector.ts';
import { shapePainter } from './shape-painter.ts';
import { shapeQuestions } from './shape-questions.ts';
import { tesseractOcr } from './tesseract-ocr.ts';

export { closeOcr } from './ocr/reader.ts';

/** The models that see or draw pictures; the first of a task is its default. */
export const pictureModels: readonly ModelDefinition[] = [
  documentFields,
  namedColors,
  lightAndDetail,
  colorRegions,
  pictureEditor,
  edgeDrawing,
  shapeCaptioner,
  tesseractOcr,
  shapeDetector,
  shapePainter,
  shapeQuestions,
  labelStatistics,
];
