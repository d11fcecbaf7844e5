import { words } from './code.ts';

/** The parameters of a method of InferenceClient. */
export interface Method {
  /** Keyword arguments that are sent as parameters of the same name. */
  readonly names: readonly string[];
  /** The argument for other parameters, or any keyword; none by default. */
  readonly others?: 'extra_body' | 'keywords';
  /** Sends parameters at the top level of the body, not in `parameters`. */
  readonly atTopLevel?: true;
  /** Arguments with a default that would be sent; None prevents that. */
  readonly suppressed?: readonly string[];
  /** Arguments that are only accepted together. */
  readonly together?: readonly string[];
  /** Why it cannot send the request of the run. */
  readonly differs?: string;
}

const TABLE_OUTSIDE_INPUTS = 'sends the table next to the inputs, not inside';

const documentParameters = words(
  'doc_stride handle_impossible_answer max_answer_len max_question_len max_seq_len top_k',
);

/**
 * The methods of huggingface_hub 1.29 and 2.0 (inference/_client.py), without arguments that are not sent unchanged:
 * `decoder_input_details` and `stop_sequences` of text_generation.
 */
export const methods: Readonly<Record<string, Method>> = {
  audio_classification: { names: ['top_k', 'function_to_apply'] },
  automatic_speech_recognition: { names: [], others: 'extra_body' },
  chat_completion: {
    names: words(`
      model messages frequency_penalty logit_bias logprobs max_tokens n presence_penalty
      response_format seed stop stream stream_options temperature tool_choice tool_prompt
      tools top_logprobs top_p
    `),
    others: 'extra_body',
    atTopLevel: true,
  },
  document_question_answering: { names: [...documentParameters, 'lang', 'word_boxes'] },
  feature_extraction: {
    names: ['normalize', 'prompt_name', 'truncate', 'truncation_direction', 'dimensions', 'encoding_format'],
    atTopLevel: true,
  },
  fill_mask: { names: ['targets', 'top_k'] },
  image_classification: { names: ['top_k', 'function_to_apply'] },
  image_segmentation: { names: ['mask_threshold', 'overlap_mask_area_threshold', 'subtask', 'threshold'] },
  image_to_image: {
    names: ['prompt', 'negative_prompt', 'num_inference_steps', 'guidance_scale', 'target_size'],
    others: 'keywords',
  },
  object_detection: { names: ['threshold'] },
  question_answering: { names: [...documentParameters, 'align_to_words'] },
  summarization: { names: ['clean_up_tokenization_spaces', 'generate_parameters', 'truncation'] },
  table_question_answering: { names: ['padding', 'sequential', 'truncation'] },
  tabular_classification: { names: [], differs: TABLE_OUTSIDE_INPUTS },
  tabular_regression: { names: [], differs: TABLE_OUTSIDE_INPUTS },
  text_classification: { names: ['top_k', 'function_to_apply'] },
  text_generation: {
    names: words(`
      adapter_id best_of details do_sample frequency_penalty grammar max_new_tokens
      repetition_penalty return_full_text seed stop temperature top_k top_n_tokens top_p
      truncate typical_p watermark
    `),
  },
  text_to_image: {
    names: words('negative_prompt height width num_inference_steps guidance_scale scheduler seed'),
    others: 'extra_body',
  },
  text_to_speech: {
    names: words(`
      do_sample early_stopping epsilon_cutoff eta_cutoff max_length max_new_tokens min_length
      min_new_tokens num_beam_groups num_beams penalty_alpha temperature top_k top_p typical_p
      use_cache
    `),
    others: 'extra_body',
  },
  token_classification: { names: ['aggregation_strategy', 'ignore_labels', 'stride'] },
  translation: {
    names: ['src_lang', 'tgt_lang', 'clean_up_tokenization_spaces', 'truncation', 'generate_parameters'],
    together: ['src_lang', 'tgt_lang'],
  },
  visual_question_answering: {
    names: ['top_k'],
    differs: 'sends the question next to the inputs, not inside',
  },
  zero_shot_classification: { names: ['multi_label', 'hypothesis_template'], suppressed: ['multi_label'] },
  zero_shot_image_classification: {
    names: ['hypothesis_template'],
    differs: 'sends the image as the inputs, not inside',
  },
};
