/** What a method of InferenceClient takes beside its inputs, and how it sends that. */
export interface Method {
  /** Its keyword arguments that become parameters of the same name. */
  readonly names: readonly string[];
  /** Where all other parameters go: into this argument, or as keywords of any name; nowhere by default. */
  readonly others?: 'extra_body' | 'keywords';
  /** Sends parameters beside the inputs rather than in `parameters`. */
  readonly beside?: true;
  /** Arguments that would send a value of their own unless they are given; None keeps them back. */
  readonly silenced?: readonly string[];
  /** Arguments that are refused without one another. */
  readonly together?: readonly string[];
  /** Why it never sends what the run sends. */
  readonly differs?: string;
}

const OTHER_TABLE = 'sends a table beside the inputs; the run sends it in them';

const documentParameters = [
  'doc_stride',
  'handle_impossible_answer',
  'max_answer_len',
  'max_question_len',
  'max_seq_len',
  'top_k',
];

/**
 * The methods as huggingface_hub 1.29 and 2.0 have them (inference/_client.py). Left out are arguments that are not
 * sent as they are given: `decoder_input_details` and `stop_sequences` of text_generation.
 */
export const methods: Readonly<Record<string, Method>> = {
  audio_classification: { names: ['top_k', 'function_to_apply'] },
  audio_to_audio: { names: [] },
  automatic_speech_recognition: { names: [], others: 'extra_body' },
  chat_completion: {
    names: [
      'model',
      'messages',
      'frequency_penalty',
      'logit_bias',
      'logprobs',
      'max_tokens',
      'n',
      'presence_penalty',
      'response_format',
      'seed',
      'stop',
      'stream',
      'stream_options',
      'temperature',
      'tool_choice',
      'tool_prompt',
      'tools',
      'top_logprobs',
      'top_p',
    ],
    others: 'extra_body',
    beside: true,
  },
  document_question_answering: { names: [...documentParameters, 'lang', 'word_boxes'] },
  feature_extraction: {
    names: ['normalize', 'prompt_name', 'truncate', 'truncation_direction', 'dimensions', 'encoding_format'],
    beside: true,
  },
  fill_mask: { names: ['targets', 'top_k'] },
  image_classification: { names: ['top_k', 'function_to_apply'] },
  image_segmentation: { names: ['mask_threshold', 'overlap_mask_area_threshold', 'subtask', 'threshold'] },
  image_to_image: {
    names: ['prompt', 'negative_prompt', 'num_inference_steps', 'guidance_scale', 'target_size'],
    others: 'keywords',
  },
  image_to_text: { names: [] },
  object_detection: { names: ['threshold'] },
  question_answering: { names: [...documentParameters, 'align_to_words'] },
  sentence_similarity: { names: [] },
  summarization: { names: ['clean_up_tokenization_spaces', 'generate_parameters', 'truncation'] },
  table_question_answering: { names: ['padding', 'sequential', 'truncation'] },
  tabular_classification: { names: [], differs: OTHER_TABLE },
  tabular_regression: { names: [], differs: OTHER_TABLE },
  text_classification: { names: ['top_k', 'function_to_apply'] },
  text_generation: {
    names: [
      'adapter_id',
      'best_of',
      'details',
      'do_sample',
      'frequency_penalty',
      'grammar',
      'max_new_tokens',
      'repetition_penalty',
      'return_full_text',
      'seed',
      'stop',
      'temperature',
      'top_k',
      'top_n_tokens',
      'top_p',
      'truncate',
      'typical_p',
      'watermark',
    ],
  },
  text_to_image: {
    names: [
      'negative_prompt',
      'height',
      'width',
      'num_inference_steps',
      'guidance_scale',
      'scheduler',
      'seed',
    ],
    others: 'extra_body',
  },
  text_to_speech: {
    names: [
      'do_sample',
      'early_stopping',
      'epsilon_cutoff',
      'eta_cutoff',
      'max_length',
      'max_new_tokens',
      'min_length',
      'min_new_tokens',
      'num_beam_groups',
      'num_beams',
      'penalty_alpha',
      'temperature',
      'top_k',
      'top_p',
      'typical_p',
      'use_cache',
    ],
    others: 'extra_body',
  },
  token_classification: { names: ['aggregation_strategy', 'ignore_labels', 'stride'] },
  translation: {
    names: ['src_lang', 'tgt_lang', 'clean_up_tokenization_spaces', 'truncation', 'generate_parameters'],
    together: ['src_lang', 'tgt_lang'],
  },
  visual_question_answering: {
    names: ['top_k'],
    differs: 'sends a question beside the inputs; the run sends it in them',
  },
  zero_shot_classification: { names: ['multi_label', 'hypothesis_template'], silenced: ['multi_label'] },
  zero_shot_image_classification: {
    names: ['hypothesis_template'],
    differs: 'sends a picture as the inputs; the run sends it in them',
  },
};
