/** Launch profiles that cannot be stored or removed. */
export const profileErrors = {
  profileMissing:
    'There is no launch profile "{{profile}}" any more. Nothing was changed, and the engine goes on as it is. Choose one of those that exist.',
  profileNameTaken:
    'Another launch profile is called "{{profile}}" already. Nothing was saved; what you typed is still here. Take another name.',
  profileIsDefault:
    'The launch profile "{{profile}}" is the one that every engine falls back to, so it stays. Nothing was changed. Rename it or empty it instead.',
  profileInUse:
    'The launch profile "{{profile}}" is in use by {{engines}}. Nothing was changed. Choose another one there first, or remove it all the same: the default profile then takes its place from the next start on.',
  profileSecretLost:
    'The value of {{name}} is hidden here and not stored anywhere. Nothing was saved. Type the value again, or take the variable out.',
};
