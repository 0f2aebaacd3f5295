import { Title } from '@mantine/core';

export function FirstRunScreen() {
  return <Title order={1}>Hearth</Title>;
}
