/** Models that share their text encoder and VAE. */
interface ModelFamily {
  /** As names of files tell it. */
  files: RegExp;
  /** Types of ComfyUI's loaders for text encoders, the fitting one first. */
  encoders: readonly string[];
  /** Names that its text encoders and its VAEs go by. */
  texts: RegExp;
  vaes: RegExp;
}

/** More telling names first: what is made from another family often has its name too. */
const families: readonly ModelFamily[] = [
  { files: /z[_-]?image/i, encoders: ['lumina2'], texts: /qwen.?3/i, vaes: /^ae\b|flux/i },
  { files: /qwen[_-]?image/i, encoders: ['qwen_image'], texts: /qwen.?2\.?5.?vl/i, vaes: /qwen.?image/i },
  {
    files: /hunyuan.?video|hunyuanvideo/i,
    encoders: ['hunyuan_video', 'hunyuan_video_15'],
    texts: /llava|hunyuan/i,
    vaes: /hunyuan.?video/i,
  },
  { files: /(?:^|[^a-z])wan/i, encoders: ['wan'], texts: /umt5/i, vaes: /(?:^|[^a-z])wan/i },
  { files: /ltx/i, encoders: ['ltxv'], texts: /t5|gemma/i, vaes: /ltx/i },
  { files: /lumina/i, encoders: ['lumina2'], texts: /gemma/i, vaes: /^ae\b|flux/i },
  { files: /hidream/i, encoders: ['hidream'], texts: /llama/i, vaes: /^ae\b|flux/i },
  { files: /chroma/i, encoders: ['chroma'], texts: /t5xxl/i, vaes: /^ae\b|flux/i },
  { files: /flux.?2/i, encoders: ['flux2'], texts: /mistral|qwen/i, vaes: /flux.?2/i },
  { files: /flux/i, encoders: ['flux'], texts: /t5xxl/i, vaes: /^ae\b|flux/i },
  { files: /sd3|stable.?diffusion.?3/i, encoders: ['sd3'], texts: /t5xxl|clip_[gl]/i, vaes: /sd3/i },
  {
    files: /sd_?xl|(?:^|[^a-z])xl(?:$|[^a-z])|pony|illustrious/i,
    encoders: ['sdxl'],
    texts: /clip_[gl]/i,
    vaes: /sd_?xl|xl.?vae/i,
  },
  { files: /v1-5|sd.?1\.?5|sd15/i, encoders: ['stable_diffusion'], texts: /clip_l/i, vaes: /vae-ft-mse|kl-f8|sd.?1\.?5/i },
];

/** The family of a model by the name of its file; undefined: it tells none. Pure. */
export const familyOf = (file: string): ModelFamily | undefined => {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return families.find(({ files }) => files.test(name));
};
