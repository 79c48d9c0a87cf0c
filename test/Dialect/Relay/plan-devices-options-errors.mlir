// RUN: not relay-lite-opt %s --relay-plan-devices=default-device=toaster 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not relay-lite-opt %s '--relay-plan-devices=host-device="#relay.virtual_device<id = 1>"' 2>&1 | FileCheck %s --check-prefix=NO-KIND
// RUN: not relay-lite-opt %s --relay-plan-devices='devices=cpu default-device=cuda' 2>&1 | FileCheck %s --check-prefix=DEFAULT

// KIND: error: expected a kind of device or a '#relay.virtual_device' that has one, but got 'toaster'
// NO-KIND: error: expected a kind of device or a '#relay.virtual_device' that has one, but got '#relay.virtual_device<id = 1>'
// DEFAULT: error: expected one of the devices of the plan, but got #relay.virtual_device<device = cuda, id = 0>
module {
}
