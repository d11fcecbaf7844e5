import { extname } from 'node:path';
import {
  counted,
  jsonText,
  reportCsv,
  reportJson,
  reportMarkdown,
  reportPage,
  TryoutError,
  visibleLine,
  type Report,
} from '@tryout/engine';
import { addAnswerOptions, requireExpected, toLabels, type AnswerOptions } from '../batch/answer-options.ts';
import { printReport, readReport } from '../batch/report.ts';
import { createCall, withinTimeout } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { filledValue } from '../context/options.ts';
import { checkTarget, saveFile } from '../deliver/save-file.ts';
import type { DefineCommand } from '../runtime.ts';

interface ReportOptions extends AnswerOptions {
  readonly label?: string;
  readonly source?: string;
  readonly output?: string;
  readonly force?: boolean;
}

const formats: Readonly<Record<string, (report: Report) => string>> = {
  '.json': (report) => `${jsonText(reportJson(report), 2)}\n`,
  '.csv': reportCsv,
  '.md': reportMarkdown,
  '.html': reportPage,
};

/** The files of some shards were not passed, so that figures lack their rows. */
class MissingShardsError extends TryoutError {
  override readonly name = 'MissingShardsError';
  readonly code = 'MISSING_SHARDS';
  readonly outcome = 'failed';
}

/** `tryout report OUT.jsonl…`: joins the outputs of batches, computes metrics and ranks candidates. */
export const define: DefineCommand = (command, runtime) => {
  command
    .argument('<file...>', 'outputs of tryout batch; - for standard input')
    .option('--expected <column>', 'column with the expected answers', filledValue);
  addAnswerOptions(command);
  command
    .addOption(command.createOption('--label <column>').hideHelp())
    .option('--source <file>', 'table with the present rows and columns of the batch', filledValue)
    .option('-o, --output <file>', 'also save as .json, .csv, .md or .html', filledValue)
    .option('--force', 'replace an existing file')
    .action(async (paths: readonly string[], options: ReportOptions) => {
      const call = await createCall(command, runtime);
      const { output: target, force = false } = options;
      if (options.label !== undefined)
        throw new UsageError('report has no option --label', {
          hint: `Use --expected ${visibleLine(options.label)} for the column with the expected answers.`,
        });
      requireExpected(options);
      if (options.source !== undefined && options.expected === undefined)
        throw new UsageError('--source requires --expected COLUMN', {
          hint: 'Rows are known by their other columns.',
        });
      const format = target === undefined ? undefined : formats[extname(target).toLowerCase()];
      if (target !== undefined && !format)
        throw new UsageError(`Unsupported format of --output '${target}'`, {
          hint: `Use a name that ends in ${Object.keys(formats).join(', ')}.`,
        });
      if (target !== undefined) await checkTarget(target, force);
      const { output } = call;
      const files = { input: runtime.input, note: output.note };
      const report = await withinTimeout(call, (signal) =>
        readReport(paths, toLabels(options), { ...files, source: options.source, signal }),
      );
      if (target !== undefined && format) await saveFile(target, format(report), force);
      if (call.options.json) output.json(reportJson(report));
      else await printReport(call, report);
      if (target !== undefined) output.note(`Saved ${target}.`);
      const [missing] = report.missingShards;
      if (missing === undefined) return;
      throw new MissingShardsError(
        `${counted(report.missingShards.length, 'shard')} missing: ${report.missingShards.join(', ')}`,
        {
          hint: `Pass the output of tryout batch --shard ${missing}, too.`,
        },
      );
    });
};
