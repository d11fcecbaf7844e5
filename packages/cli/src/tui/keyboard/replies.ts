/**
 * What a terminal sends to answer a question: device attributes and reports of sizes and modes (CSI with `?`, `t`, `n`),
 * colours (OSC) and answers to graphics (APC). Source: XTerm Control Sequences; kitty's graphics protocol.
 */
const reply =
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  /\u001b(?:\[\?[\d;]*[cnuy$]+|\[[\d;]+t|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|_[^\u001b]*\u001b\\)/g;

/** The beginning of a reply at the end of what has come so far. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const begun = /\u001b(?:\[\?[\d;$]*|\[\d[\d;]*|\][^\u0007\u001b]*\u001b?|_[^\u001b]*\u001b?)$/;

/** Divides what comes from a terminal into keys and replies. */
export interface ReplyFilter {
  /** What is for the keyboard; replies go to `onReply`. The beginning of a reply waits for the rest. */
  keysIn(piece: string): string;
  /** What was taken for a reply and did not become one. */
  rest(): string;
}

/** Takes replies out of the input, which would otherwise be typed. */
export function replyFilter(onReply: (reply: string) => void): ReplyFilter {
  let held = '';
  return {
    keysIn(piece) {
      const text = (held + piece).replace(reply, (found) => {
        onReply(found);
        return '';
      });
      held = begun.exec(text)?.[0] ?? '';
      return text.slice(0, text.length - held.length);
    },
    rest() {
      const text = held;
      held = '';
      return text;
    },
  };
}
