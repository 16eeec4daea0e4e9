# Uses an account by the mail library of Evolution, and prints the messages of its mailboxes.
import sys
import threading

import gi

gi.require_version("Camel", "1.2")
from gi.repository import Camel, GLib

STEP = sys.argv[1]


class Session(Camel.Session):
    def do_authenticate_sync(self, service, mechanism, cancellable):
        service.set_password("PASSWORD")
        return service.authenticate_sync(mechanism, cancellable) == Camel.AuthenticationResult.ACCEPTED


def connect():
    Camel.init("FOLDER", False)
    Camel.provider_init()
    threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
    session = Session(user_data_dir="FOLDER/data", user_cache_dir="FOLDER/cache")
    session.set_online(True)
    store = session.add_service("account", "imapx", Camel.ProviderType.STORE)
    settings = store.ref_settings()
    for name, value in {
        "host": "127.0.0.1",
        "port": PORT,
        "user": "EMAIL",
        "auth-mechanism": "PLAIN",
        "security-method": Camel.NetworkSecurityMethod.NONE,
        "use-qresync": True,
    }.items():
        settings.set_property(name, value)
    store.set_online_sync(True, None)
    store.connect_sync(None)
    return session, store


def infos(folder):
    """The messages in the order of their UIDs; Python would free the shared strings of get_uids()."""
    found = ((str(uid), folder.get_message_info(str(uid))) for uid in range(1, 20))
    return [(uid, info) for uid, info in found if info]


def show(folder):
    folder.refresh_info_sync(None)
    for uid, info in infos(folder):
        letters = "".join(
            letter
            for letter, flag in (("F", Camel.MessageFlags.FLAGGED), ("S", Camel.MessageFlags.SEEN))
            if info.get_flags() & flag
        )
        message = folder.get_message_sync(uid, None)
        print("*", folder.get_full_name(), letters, message.get_subject())


def uid_of(folder, subject):
    search = '(match-all (header-contains "subject" "%s"))' % subject
    if folder.count_by_expression(search, None) != 1:
        raise ValueError(subject)
    return next(uid for uid, info in infos(folder) if info.get_subject() == subject)


def set_flag(folder, subject, flag):
    folder.get_message_info(uid_of(folder, subject)).set_flags(flag, flag)


def change(inbox, other):
    for subject, flag in (("one", Camel.MessageFlags.SEEN), ("two", Camel.MessageFlags.FLAGGED)):
        set_flag(inbox, subject, flag)
    inbox.synchronize_sync(False, None)
    inbox.transfer_messages_to_sync([uid_of(inbox, "three")], other, True, None)
    set_flag(inbox, "four", Camel.MessageFlags.DELETED)
    inbox.synchronize_sync(True, None)
    message = Camel.MimeMessage()
    message.set_subject("five")
    message.set_content(b"Hello", "text/plain")
    other.append_message_sync(message, None, None)


session, store = connect()
store.get_folder_info_sync(None, Camel.StoreGetFolderInfoFlags.RECURSIVE, None)
inbox = store.get_folder_sync("INBOX", 0, None)
other = store.get_folder_sync("Gr\u00fc\u00dfe", 0, None)
show(inbox)
if STEP == "change":
    change(inbox, other)
    show(inbox)
show(other)
store.disconnect_sync(True, None)
