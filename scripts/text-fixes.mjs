// cspell:ignore regognition Thesz

/** Errors in the texts of @huggingface/tasks, and what they should be. One that no longer occurs has to be removed. */
const fixes = [
  ['to module the logits', 'to modulate the logits'],
  ['the one if the highest', 'the one with the highest'],
  ['The value balances the model confidence', 'The value that balances the model confidence'],
  ['it will be split in several chunks', 'it will be split into several chunks'],
  ['space separated languages', 'space-separated languages'],
  ['Lora adapter id', 'LoRA adapter ID'],
  ['be used by for encoding', 'be used for encoding'],
  ['The amount of maximum tokens', 'The maximum number of tokens'],
  ['the past last key/values attentions', 'the past key/value attentions'],
  ['Truncate inputs tokens', 'Truncate input tokens'],
  ['Defaults to english', 'Defaults to English'],
  ['music into different genre.', 'music into different genres.'],
  ['is an audio and the output is one or multiple generated audios', 'is audio and the output is audio, too'],
  ['to a given audio.', 'to given audio.'],
  ['transcribing a given audio to text', 'transcribing given audio to text'],
  ['features learnt in a model', 'features learned by a model'],
  ['in which the model is trained in', 'in which the model is trained'],
  ['regognition', 'recognition'],
  ['An panoptic', 'A panoptic'],
  ['An text generation', 'A text generation'],
  ['An chatbot', 'A chatbot'],
  ['of a α value', 'of an α value'],
  ['Dataset from 12M image-text of Reddit', 'Dataset of 12M image-text pairs from Reddit'],
  ['Dataset from 3.3M images of Google', 'Dataset of 3.3M images from Google'],
  ['is the answering a question about an information on', 'is answering a question about information in'],
  ['for generate high quality', 'for generating high-quality'],
  ['that can recognizes entities', 'that recognizes entities'],
  ['based on an image. They output', 'based on an image. Models output'],
  ['based on set of', 'based on a set of'],
  ['overlap of tokens are counted', 'overlap of tokens is counted'],
  ['visual question answering that answers', 'visual question answering model that answers'],
  ['can predict weight of', 'can predict the weight of'],
  ['lou Thesz', 'Lou Thesz'],
  ['No.of reigns', 'No. of reigns'],
];

/** @returns the text without these errors @throws for a fix that matches nothing */
export function fixTexts(texts) {
  return fixes.reduce((text, [wrong, right]) => {
    if (!text.includes(wrong)) throw new Error(`Remove the fix of '${wrong}': it does not occur any more`);
    return text.replaceAll(wrong, right);
  }, texts);
}
