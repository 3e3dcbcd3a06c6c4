import { forgetAll } from '../../browser/storage/device.ts';
import { Button } from '../../ui/button.tsx';
import { word } from '../../words/word.ts';

/** Everything this site keeps here; what the server knows of the device stays. */
export function StorageSection() {
  function clear(): void {
    forgetAll();
    location.replace('/test?is_debug=1');
  }
  return (
    <Button variant="outline" icon="trash-2" onPress={clear} testId="test-clear">
      {word('test.storage')}
    </Button>
  );
}
