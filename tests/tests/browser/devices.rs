//! The user's devices: a code brings another browser in, and a browser that was removed is somebody else again.

use tengen_tests::{
    TestServer,
    browser::{Device, Driver, User},
};

async fn arrive(driver: &Driver, device: Device, server: &TestServer, name: &str) -> User {
    let user = driver.user(device).await;
    user.open(server.addr, "/devices").await;
    user.type_into("Your name", name).await;
    user.click("Save").await;
    user.sees(&format!("1 device can play here as {name}.")).await;
    user
}

#[tokio::test]
async fn a_code_brings_another_device_in_until_it_is_removed() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = arrive(&driver, Device::Desktop, &server, "Ann").await;
    let phone = arrive(&driver, Device::Phone, &server, "Guest").await;
    let field = "Enter the code from your other device. Guest is then no longer your player here.";
    // A mistyped code is refused, and the field is still there.
    phone.replace(field, "k7m2").await;
    phone.click("Use this code").await;
    phone.sees("A code has 12 letters and digits").await;
    ann.click("Show a code for another device").await;
    ann.sees("Code: ").await;
    let text = ann.text().await;
    let code = text.split("Code: ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    phone.replace(field, code).await;
    phone.click("Use this code").await;
    phone.sees("2 devices can play here as Ann.").await;
    ann.sees("2 devices can play here as Ann.").await;
    // A code works once.
    phone
        .type_into("Enter the code from your other device. Ann is then no longer your player here.", code)
        .await;
    phone.click("Use this code").await;
    phone.sees("this code is wrong, used or too old").await;
    // It is connected again, without a code.
    phone.sees("2 devices can play here as Ann.").await;
    ann.click("Remove").await;
    ann.sees("It can then no longer play as you.").await;
    ann.click("Keep").await;
    ann.click("Remove").await;
    ann.sees("It can then no longer play as you.").await;
    ann.click("Remove").await;
    ann.sees("1 device can play here as Ann.").await;
    phone.sees("another of your devices has removed this one").await;
    ann.close().await;
    phone.close().await;
}
