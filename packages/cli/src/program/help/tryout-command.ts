import { Command, Help } from 'commander';
import { COMMON_HEADING } from '../common-option-table.ts';
import { DEFAULT_WIDTH, helpText, type HelpSection } from './help-text.ts';
import { overview } from './overview.ts';

/** Draws help: arguments, a command's own options, other groups, then the options of every command. */
class TryoutHelp extends Help {
  override formatHelp(command: Command, helper: Help): string {
    const columns = helper.helpWidth ?? DEFAULT_WIDTH;
    if (!command.parent) return overview(columns);
    return helpText(
      {
        usage: helper.commandUsage(command),
        description: helper.commandDescription(command),
        sections: [
          {
            title: 'Arguments:',
            entries: helper.visibleArguments(command).map((argument) => ({
              term: helper.argumentTerm(argument),
              text: helper.argumentDescription(argument),
            })),
          },
          ...optionSections(command, helper),
        ],
      },
      columns,
    );
  }
}

function optionSections(command: Command, helper: Help): readonly HelpSection[] {
  const groups = new Map<string, HelpSection['entries']>([['Options:', []]]);
  for (const option of helper.visibleOptions(command)) {
    const title = option.helpGroupHeading ?? 'Options:';
    const entry = { term: helper.optionTerm(option), text: helper.optionDescription(option) };
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  const common = groups.get(COMMON_HEADING) ?? [];
  groups.delete(COMMON_HEADING);
  return [
    ...[...groups].map(([title, entries]) => ({ title, entries })),
    { title: COMMON_HEADING, entries: common },
  ];
}

/** A command whose help keeps to the width of the terminal. */
export class TryoutCommand extends Command {
  override createCommand(name?: string): Command {
    return new TryoutCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new TryoutHelp(), this.configureHelp());
  }
}
