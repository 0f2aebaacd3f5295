const folders: ReadonlyMap<string, string> = new Map([
  ['ckpt_name', 'checkpoints'],
  ['unet_name', 'diffusion_models'],
  ['diffusion_model', 'diffusion_models'],
  ['clip_name', 'text_encoders'],
  ['clip_name1', 'text_encoders'],
  ['clip_name2', 'text_encoders'],
  ['clip_name3', 'text_encoders'],
  ['clip_name4', 'text_encoders'],
  ['text_encoder', 'text_encoders'],
  ['vae_name', 'vae'],
  ['lora_name', 'loras'],
  ['control_net_name', 'controlnet'],
  ['clip_vision_name', 'clip_vision'],
  ['clip_vision', 'clip_vision'],
  ['style_model_name', 'style_models'],
  ['gligen_name', 'gligen'],
  ['hypernetwork_name', 'hypernetworks'],
  ['photomaker_model_name', 'photomaker'],
  ['upscale_model', 'upscale_models'],
  ['model_name', 'upscale_models'],
  ['audio_encoder_name', 'audio_encoders'],
  ['bg_removal_name', 'background_removal'],
]);

/** The folder under `models/` where ComfyUI's loaders look for the files of an input with this name, or undefined. Pure. */
export const modelFolder = (input: string): string | undefined => folders.get(input);
